"""What runs inside the sandbox, standard library only: the solution's process, and the process of its tests.

The texts of these files are handed to a bare Python. The tests run in one process and reach the solution in another by
messages of plain data over a pipe. So the solution never sees the tests, and what it returns is rebuilt from data: no
``==`` of its own making, no patched builtin and no exit of its process can pass a test.
"""
