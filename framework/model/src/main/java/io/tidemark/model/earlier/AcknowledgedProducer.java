package io.tidemark.model.earlier;

/**
 * A producer of an earlier run.
 *
 * @param index its number in the run
 * @param topic where it published
 * @param messages how many of its messages were acknowledged
 */
public record AcknowledgedProducer(int index, String topic, long messages) {}
