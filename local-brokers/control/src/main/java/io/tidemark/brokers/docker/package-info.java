/**
 * The requests that local brokers make to a Docker engine. Only {@link
 * io.tidemark.brokers.docker.DockerEngine} uses docker-java, which may be absent.
 */
package io.tidemark.brokers.docker;
