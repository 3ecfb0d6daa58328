/** Commands that try drivers, and those for authors of drivers. */
package io.tidemark.cli.driver;
