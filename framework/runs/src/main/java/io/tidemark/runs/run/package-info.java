/**
 * One run after another, in a straight line: {@code SuiteExecution}, {@code LoggedExecution},
 * {@code RunExecution}, then the coordinator.
 */
package io.tidemark.runs.run;
