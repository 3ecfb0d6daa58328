package io.tidemark.model.worker;

/**
 * A topic of the run.
 *
 * @param name as the driver knows it
 * @param partitions where order is kept; 1 when there is only one
 */
public record TopicHandle(String name, int partitions) {}
