/**
 * A run or a study in a simulated world, from its begin to the judgement on it. Rewritten like the
 * code that is tested.
 */
package io.tidemark.simulation.run;
