/** Command lines of other load tools as workload and driver files. */
package io.tidemark.features.convert;
