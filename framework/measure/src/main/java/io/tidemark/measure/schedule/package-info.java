/**
 * When messages are due: rates over time, shared by producers, with regular or random distances.
 */
package io.tidemark.measure.schedule;
