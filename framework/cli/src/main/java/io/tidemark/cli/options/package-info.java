/** Options that several commands have. */
package io.tidemark.cli.options;
