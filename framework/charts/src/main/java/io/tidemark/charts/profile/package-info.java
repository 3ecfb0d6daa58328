/**
 * Profiles of runs: flame graphs as SVG, also of the difference of two, and the heaviest frames.
 */
package io.tidemark.charts.profile;
