/** Recordings that a worker makes of its process, by JDK Flight Recorder. */
package io.tidemark.worker.profile;
