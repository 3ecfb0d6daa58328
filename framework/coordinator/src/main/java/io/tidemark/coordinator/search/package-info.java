/** The search for the highest sustainable rate: functions of trials, without clock or I/O. */
package io.tidemark.coordinator.search;
