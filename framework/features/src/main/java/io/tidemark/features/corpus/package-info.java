/**
 * A repository of bundles by system that others can check: its rules, whether a submission keeps
 * them, and its page.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.features.corpus;
