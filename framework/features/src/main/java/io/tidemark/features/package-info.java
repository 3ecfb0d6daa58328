/** The list of features, and the program that has all of them. */
@NullMarked
package io.tidemark.features;

import org.jspecify.annotations.NullMarked;
