/** Commands that read stored runs. */
package io.tidemark.cli.stored;
