/** The second site of a failover. */
package io.tidemark.runs.site;
