/**
 * The few things that local brokers want of a Docker engine. {@link
 * io.tidemark.brokers.docker.DockerEngine} is the seam; only {@code TestcontainersEngine} knows
 * classes of Testcontainers, which may be absent.
 */
package io.tidemark.brokers.docker;
