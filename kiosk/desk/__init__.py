"""The staff desk: register, cash, exchange, pay, plan, sign, close (spec 02, 06, 14; DSP-014).

main.py, app.py   the program              counter.py, panels.py   its one screen
tasks.py          every task: key, functions, why not
talk.py           how a task converses: forms, choices, scans, orders
modals.py, counting.py, cashing.py, reader.py   the dialogs
players.py, money.py, papers.py, winners.py, seances.py, course.py, closing.py, books.py,
house.py          the conversations, one subject a file
"""
