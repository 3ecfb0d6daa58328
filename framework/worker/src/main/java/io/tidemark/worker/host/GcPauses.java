package io.tidemark.worker.host;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Listens to the garbage collector; the JVM reports pauses in whole milliseconds. Thread-safe. */
final class GcPauses implements AutoCloseable {
  private final NotificationListener listener = this::collected;
  private final List<NotificationEmitter> emitters = new ArrayList<>();
  private long totalNanos;
  private long longestNanos;

  /** What has been counted. */
  record Pauses(long totalNanos, long longestNanos) {}

  GcPauses() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (stopsThreads(bean.getName()) && bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
        emitters.add(emitter);
      }
    }
  }

  /** Some collectors also report the cycles that run beside the program. */
  static boolean stopsThreads(String collector) {
    return !collector.endsWith("Cycles") && !collector.contains("Concurrent");
  }

  private void collected(Notification notification, Object handback) {
    if (notification.getUserData() instanceof CompositeData data
        && notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      add(
          TimeUnit.MILLISECONDS.toNanos(
              GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration()));
    }
  }

  synchronized void add(long pauseNanos) {
    totalNanos += pauseNanos;
    longestNanos = Math.max(longestNanos, pauseNanos);
  }

  /** Since the call before. */
  synchronized Pauses take() {
    Pauses pauses = new Pauses(totalNanos, longestNanos);
    totalNanos = 0;
    longestNanos = 0;
    return pauses;
  }

  @Override
  public void close() {
    List<NotificationEmitter> listenedTo = List.copyOf(emitters);
    emitters.clear();
    for (NotificationEmitter emitter : listenedTo) {
      try {
        emitter.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException("it was added in the constructor", e);
      }
    }
  }
}
