"""A hall under load: many kiosks and boards at once on real sockets, and what it took (issue 4).

Loopback only, bounded in count and in time; a rehearsal house of its own, thrown away afterwards.
"""
