"""Those who play without a person: what they answer, and when."""
