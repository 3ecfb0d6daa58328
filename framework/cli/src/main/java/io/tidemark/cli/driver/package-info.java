/** Commands for authors of drivers. */
package io.tidemark.cli.driver;
