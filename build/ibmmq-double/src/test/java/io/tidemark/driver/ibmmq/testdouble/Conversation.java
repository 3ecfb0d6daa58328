package io.tidemark.driver.ibmmq.testdouble;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection to the queue manager, of which a socket may carry several. Its calls run on a
 * separate thread, one after the other; its message consumers each have one more.
 */
final class Conversation implements AutoCloseable {
  private static final int BAD_HANDLE = 2019;

  private final int id;
  private final ClientConnection connection;
  private final UnitOfWork unitOfWork = new UnitOfWork();
  private final Map<Integer, OpenObject> objects = new ConcurrentHashMap<>();
  private final Map<Integer, MessageConsumerFeed> feeds = new ConcurrentHashMap<>();
  private final ExecutorService calls;
  private volatile Credentials credentials = Credentials.NONE;
  private volatile String applicationName = "";
  private final AtomicInteger sentMessages = new AtomicInteger();
  private volatile boolean closed;

  Conversation(int id, ClientConnection connection) {
    this.id = id;
    this.connection = connection;
    calls = Executors.newSingleThreadExecutor(r -> daemon(r, "mq-double-conversation-" + id));
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  int id() {
    return id;
  }

  ClientConnection connection() {
    return connection;
  }

  QueueManager queueManager() {
    return connection.queueManager();
  }

  UnitOfWork unitOfWork() {
    return unitOfWork;
  }

  Credentials credentials() {
    return credentials;
  }

  void authenticate(Credentials given) {
    credentials = given;
  }

  String applicationName() {
    return applicationName;
  }

  void connected(String application) {
    applicationName = application;
  }

  boolean isClosed() {
    return closed;
  }

  /** Numbers what all its consumers are sent. */
  int nextMessageNumber() {
    return sentMessages.incrementAndGet();
  }

  void submit(Runnable call) {
    calls.execute(call);
  }

  OpenObject object(int handle) {
    return Optional.ofNullable(objects.get(handle)).orElseThrow(() -> new MqFailure(BAD_HANDLE));
  }

  void opened(OpenObject object) {
    objects.put(object.handle(), object);
    object.counted(1);
  }

  /** Its consumer ends, what it had reserved is free; what came with the handle goes with it. */
  void closeObject(int handle) {
    OpenObject object = objects.remove(handle);
    if (object == null) {
      throw new MqFailure(BAD_HANDLE);
    }
    object.counted(-1);
    Optional.ofNullable(feeds.remove(handle)).ifPresent(MessageConsumerFeed::close);
    object.queue().ifPresent(q -> q.release(object));
    object.atClose().run();
  }

  /** Empty if the handle is closed: a listener may ask for more while its session closes. */
  Optional<MessageConsumerFeed> feed(int handle) {
    return Optional.ofNullable(
        feeds.computeIfAbsent(
            handle,
            h ->
                Optional.ofNullable(objects.get(h))
                    .map(open -> new MessageConsumerFeed(this, open))
                    .orElse(null)));
  }

  /** A connection that ends without MQDISC loses its unit of work. */
  @Override
  public void close() {
    closed = true;
    feeds.values().forEach(MessageConsumerFeed::close);
    objects.keySet().forEach(this::closeObject);
    calls.shutdownNow();
    unitOfWork.rollback();
  }
}
