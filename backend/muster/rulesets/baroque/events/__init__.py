"""What can happen in a battle; a module a family of events.

Events carry all that their line in the log needs beside names; those that show dice tell everybody something.
"""
