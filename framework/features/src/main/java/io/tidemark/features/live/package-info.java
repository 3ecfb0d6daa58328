/** The dashboard on a terminal, and the live page for browsers. */
package io.tidemark.features.live;
