package io.tidemark.model.worker;

/**
 * A producer of this worker.
 *
 * @param index among all of the run, from 0; written into the envelope
 * @param topic where it sends
 */
public record ProducerRequest(int index, TopicHandle topic) {}
