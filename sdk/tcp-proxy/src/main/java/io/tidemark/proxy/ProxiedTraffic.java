package io.tidemark.proxy;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What holds for the bytes of all connections of a proxy: paused directions and the delay; and the
 * number of delivered bytes. Used on the loop's thread.
 */
final class ProxiedTraffic {
  private final Set<Direction> paused = EnumSet.noneOf(Direction.class);
  private final Map<Direction, Long> bytes = new EnumMap<>(Direction.class);
  private LinkDelay delay = LinkDelay.NONE;

  void pause(Direction direction) {
    paused.add(direction);
  }

  void resume(Direction direction) {
    paused.remove(direction);
  }

  boolean isPaused(Direction direction) {
    return paused.contains(direction);
  }

  LinkDelay delay() {
    return delay;
  }

  void delay(LinkDelay wanted) {
    delay = wanted;
  }

  void delivered(Direction direction, long count) {
    bytes.merge(direction, count, Long::sum);
  }

  long deliveredBytes(Direction direction) {
    return bytes.getOrDefault(direction, 0L);
  }
}
