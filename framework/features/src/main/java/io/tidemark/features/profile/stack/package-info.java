/** What processes did while a run measured: stacks with their weights, and pauses, in files. */
package io.tidemark.features.profile.stack;
