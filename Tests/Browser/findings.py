"""What the scripts beside this one share: what they found, and how they wait for things."""
import sys
import time

# What axe looks for: WCAG A to 2.2 AA, and best practice.
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
_faults = []


def fault(words):
    _faults.append(words)
    print(words, flush=True)


def check(holds, words):
    if not holds:
        fault(words)


def until(what, seconds=30, words=""):
    """Waits until something holds; a fault where it never does. The pages' policy forbids to evaluate texts in them."""
    end = time.time() + seconds
    while time.time() < end:
        value = what()
        if value:
            return value
        time.sleep(0.1)
    fault(f"never: {words}")
    return None


def finish():
    """Ends the script, with 1 where anything was wrong."""
    sys.exit(1 if _faults else 0)
