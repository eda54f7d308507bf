"""What the screens share (design §5).

A program is a `ui.app.Station` that pushes `ui.screen.HouseScreen`s in `begin`; both are run by
`ui.launch.run`. A screen declares its `ACTIONS`, says `why_not`, answers in `do_<id>`, draws what
`on_view_arrived` brings, and takes codes in `on_scanned`. Tests and pictures use
`ui.standin.StandIn` for the hall.

    app.py       the base program: line, views, orders, people, lock    speaking.py, listening.py
    screen.py    the frame of every screen        frame.py, hints.py, actions.py, help.py
    board.py     the 90 numbers                   last_ball.py, carton.py, figures.py
    modals.py    yes or no, forms                 signin.py
    scan.py      scans told from typing (pure)    decode.py, layouts.py, calibration.py
    choices.py   a list in reverse video    devices.py    the glue to paper
    themes.py    colours; assets/styles/house.tcss is the style of all
    seams.py     the one place that leans on the inside of Textual
"""
