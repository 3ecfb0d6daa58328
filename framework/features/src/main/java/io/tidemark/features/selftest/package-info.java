/** Measures a broker of known behaviour, and says whether this installation measures rightly. */
@NullMarked
package io.tidemark.features.selftest;

import org.jspecify.annotations.NullMarked;
