package io.tidemark.brokers;

import io.tidemark.brokers.docker.DockerEngine;

/**
 * RabbitMQ's official image on a Docker engine.
 *
 * @param engine that has it
 * @param image with its tag
 * @param engineDescription the engine in a few words
 */
record RabbitMqImage(DockerEngine engine, String image, String engineDescription)
    implements RabbitMqSource {

  @Override
  public String description() {
    return "image " + image + " in " + engineDescription;
  }

  @Override
  public RabbitMqNodes nodes(ClusterDirectory directory) {
    return new RabbitMqContainers(directory, engine, image);
  }
}
