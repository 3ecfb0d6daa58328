/** The executable jar: unpacks the installation that it contains, and runs a command of it. */
package io.tidemark.launcher;
