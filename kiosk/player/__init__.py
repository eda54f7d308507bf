"""The player's kiosk: choose a *séance*, count forfaits, take the *bon à payer* (spec 14, DSP-013)."""
