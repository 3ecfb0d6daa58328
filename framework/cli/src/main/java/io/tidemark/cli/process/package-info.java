/** A program as a process: its arguments, console, errors, signals and end. */
package io.tidemark.cli.process;
