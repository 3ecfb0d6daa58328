/**
 * Study files, the order of their runs, carrying them out with set-up commands, and continuing
 * after an interruption.
 */
package io.tidemark.features.study;
