package org.example.mybroker.toy;

import java.io.IOException;

/** Connects to a toy broker. Thread-safe. */
public final class ToyClient {
  private final String host;
  private final int port;
  private final int timeoutMillis;

  public ToyClient(String host, int port, int timeoutMillis) {
    this.host = host;
    this.port = port;
    this.timeoutMillis = timeoutMillis;
  }

  public void ping() throws IOException {
    request("ping");
  }

  public void createTopic(String topic) throws IOException {
    request("create", topic);
  }

  public void createSubscription(String topic, String subscription) throws IOException {
    request("subscribe", topic, subscription);
  }

  public boolean hasTopic(String topic) throws IOException {
    return request("find", topic);
  }

  public void deleteTopic(String topic) throws IOException {
    request("delete", topic);
  }

  /** Returns when it is connected. */
  public ToyPublisher publisher(String topic) throws IOException {
    return new ToyPublisher(this, topic);
  }

  /** Returns when the subscription is in place. */
  public ToySubscriber subscriber(
      String topic, String subscription, int prefetch, ToySubscriber.Listener listener)
      throws IOException {
    return new ToySubscriber(this, topic, subscription, prefetch, listener);
  }

  private boolean request(String... words) throws IOException {
    try (ToyConnection connection = connect(words)) {
      return connection.answer();
    }
  }

  ToyConnection connect(String... words) throws IOException {
    return ToyConnection.open(host, port, timeoutMillis, words);
  }
}
