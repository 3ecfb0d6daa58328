/**
 * The requests that local brokers make to a Docker engine. {@link
 * io.tidemark.brokers.docker.DockerEngine} is the port; only {@code DockerJavaEngine} uses
 * docker-java, which may be absent.
 */
package io.tidemark.brokers.docker;
