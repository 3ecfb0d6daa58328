/** What load is: rates over time, payloads, keys, envelopes. Values only. */
package io.tidemark.model.load;
