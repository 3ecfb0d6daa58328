/** Profiles of workers and brokers in phases of a run, by JDK Flight Recorder. */
package io.tidemark.features.profile;
