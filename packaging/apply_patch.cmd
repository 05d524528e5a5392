@echo off
rem Applies the patch in the argument, or on standard input.
"%~dp0fileops.exe" apply-patch %*
