/**
 * {@code bin/benchmark convert}: command lines of other load tools as workload and driver files.
 */
package io.tidemark.cli.convert;
