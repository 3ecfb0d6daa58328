/**
 * A store of runs over months: lines of JSON in folders by series, to which runs are only added.
 * docs/reference/history.md has its format.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.history;
