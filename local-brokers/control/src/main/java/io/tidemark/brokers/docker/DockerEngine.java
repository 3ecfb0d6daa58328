package io.tidemark.brokers.docker;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A Docker engine on this machine. Containers and networks are known by name; those of one cluster
 * belong to one group, a label. Safe for use by several threads. Every method has a deadline
 * inside, and throws {@link io.tidemark.brokers.LocalBrokerException} where the engine does not
 * answer or refuses.
 */
public interface DockerEngine {
  /** Key of the label whose value is the group. */
  String GROUP_LABEL = "io.tidemark.cluster";

  /** Where it listens. */
  URI host();

  /** Its own version; the cheapest question there is. */
  String version();

  /** The name of the machine it runs on. */
  String machine();

  /**
   * Pulls the image, which may take minutes, unless the engine has it.
   *
   * @param progress gets a line when it has to be pulled
   */
  void requireImage(String image, Consumer<String> progress);

  /** Makes a network that is named as its group. */
  void createNetwork(String group);

  /** Makes a container and puts its files in place; it does not run yet. */
  void create(ContainerSpec container);

  /** Starts it, also again after its end, with the data and ports it had. */
  void start(String container);

  /** SIGKILL; returns when it has ended. Nothing happens to one that does not run. */
  void kill(String container);

  /** SIGTERM, and after the grace SIGKILL; returns when it has ended. */
  void stop(String container, Duration grace);

  /** Stops all its processes where they stand. */
  void pause(String container);

  /** Lets a paused one go on. */
  void unpause(String container);

  /** How it is now; one that does not exist has ended. */
  ContainerState inspect(String container);

  /** The last lines it printed, over all its starts; nothing of one that does not exist. */
  String log(String container, int lines);

  /** Names of all containers of the group, running or not. */
  List<String> containersOf(String group);

  /**
   * Ends and removes all containers of the group with their data, and its network. What is gone
   * already is no error.
   */
  void removeGroup(String group);
}
