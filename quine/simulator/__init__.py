"""A whole night with simulated people, through the real hall and real sockets (design §10).

One client a person, orders one at a time, each waiting for its answer and for the papers and the
voice that follow: with a seed the whole journal is the same to the byte.
"""
