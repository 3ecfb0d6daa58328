/** All files of a command, read and checked, as the runs to carry out. */
package io.tidemark.runs.suite;
