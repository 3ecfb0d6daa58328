/**
 * One run after another, in a straight line: {@code SuiteRun}, {@code LoggedRun}, {@code OneRun},
 * then the coordinator.
 */
package io.tidemark.runs.run;
