/**
 * The scheduler of simulated threads and virtual time, and the rewriting of classes that puts their
 * calls to the JDK on it. Not rewritten itself.
 */
package io.tidemark.simulation.kernel;
