"""The training: tables learned from solitaires."""
