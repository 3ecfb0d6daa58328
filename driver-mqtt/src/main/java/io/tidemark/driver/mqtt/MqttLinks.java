package io.tidemark.driver.mqtt;

import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens connections, each to the next broker in turn. Thread-safe. */
final class MqttLinks {
  private final MqttEnvironment environment;
  private final AtomicInteger turn = new AtomicInteger();

  MqttLinks(MqttEnvironment environment) {
    this.environment = environment;
  }

  MqttEnvironment environment() {
    return environment;
  }

  MqttConfiguration configuration() {
    return environment.configuration();
  }

  /** Tries each broker once. Nothing stays open if that fails. */
  MqttLink connect(MqttLink.Wanted wanted) throws IOException, InterruptedException {
    int first = turn.getAndIncrement();
    List<String> refused = new ArrayList<>();
    Throwable last = null;
    for (int i = 0; i < environment.addresses().size(); i++) {
      int index = Math.floorMod(first + i, environment.addresses().size());
      try {
        return MqttLink.open(environment, index, wanted);
      } catch (IOException e) {
        refused.add(environment.addresses().get(index) + ": " + e.getMessage());
        last = RefusedException.isIn(last) ? last : e;
      }
    }
    String problem = "cannot connect (key 'mqttUris') to " + String.join("; ", refused);
    throw RefusedException.isIn(last)
        ? new RefusedException(problem, last)
        : new IOException(problem, last);
  }

  /** Connects to one broker only. */
  MqttLink connectTo(int index, MqttLink.Wanted wanted) throws IOException, InterruptedException {
    return MqttLink.open(environment, index, wanted);
  }
}
