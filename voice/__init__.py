"""The voice of the hall: announcements in order, never two at once.

The sound is made in processes of its own (`voice.worker`): no audio or speech library is ever
imported here. Requirements SPK-001 to SPK-005, GEN-018.
"""

from voice.speaker import Failed, Mode, Speaker, Spoken, State

__all__ = ["Failed", "Mode", "Speaker", "Spoken", "State"]
