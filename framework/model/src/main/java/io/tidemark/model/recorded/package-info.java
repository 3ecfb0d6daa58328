/** Load that was recorded elsewhere: curves of rates, and traces of messages, in files. */
package io.tidemark.model.recorded;
