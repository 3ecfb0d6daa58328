package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.SetupMode;
import io.tidemark.driver.ibmmq.config.RunOutcomes.Refusals;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Programmable commands to the queue manager, over one connection that is made when needed. */
final class PcfAdmin implements DestinationAdmin, AutoCloseable {
  private static final int WAIT_SECONDS = 15;
  private final IbmMqConfiguration configuration;
  private final ReasonCodes reasonCodes;
  private final BaseConnection base;
  private @Nullable PCFMessageAgent agent;

  PcfAdmin(IbmMqConfiguration configuration) {
    this.configuration = configuration;
    this.reasonCodes = new ReasonCodes(configuration.where());
    this.base = new BaseConnection(configuration);
  }

  /**
   * How many conversations may share a socket of this application: SHARECNV as channel and client
   * have agreed on it, for all of its sockets.
   */
  synchronized SortedSet<Integer> sharingConversations() throws JmsFailure {
    String channel = configuration.where().channel();
    String what = "inquire the status of channel " + channel;
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS);
    request.addParameter(CMQCFC.MQCACH_CHANNEL_NAME, channel);
    request.addParameter(
        CMQCFC.MQIACH_CHANNEL_INSTANCE_ATTRS,
        new int[] {CMQCFC.MQIACH_MAX_SHARING_CONVS, CMQCFC.MQCACH_REMOTE_APPL_TAG});
    SortedSet<Integer> conversations = new TreeSet<>();
    try {
      for (PCFMessage socket : send(what, request, CMQCFC.MQRCCF_CHL_STATUS_NOT_FOUND)) {
        String application = socket.getStringParameterValue(CMQCFC.MQCACH_REMOTE_APPL_TAG);
        if (application.strip().equals(configuration.where().applicationName())) {
          conversations.add(socket.getIntParameterValue(CMQCFC.MQIACH_MAX_SHARING_CONVS));
        }
      }
      return conversations;
    } catch (PCFException e) {
      throw reasonCodes.explain(what, e.getReason(), e);
    }
  }

  @Override
  public String subject() {
    return "queue depths by PCF";
  }

  @Override
  public boolean mayChange() {
    return configuration.setup().mode() == SetupMode.PCF;
  }

  @Override
  public synchronized boolean createQueue(String name, Optional<Refusals> refusals)
      throws JmsFailure {
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_CREATE_Q);
    request.addParameter(CMQC.MQCA_Q_NAME, name);
    request.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_LOCAL);
    request.addParameter(CMQC.MQIA_MAX_Q_DEPTH, configuration.setup().maxDepth());
    request.addParameter(CMQC.MQIA_MAX_MSG_LENGTH, configuration.setup().maxMessageBytes());
    request.addParameter(CMQC.MQIA_SHAREABILITY, CMQC.MQQA_SHAREABLE);
    if (refusals.isPresent() && refusals.get().giveUpAfter().isPresent()) {
      request.addParameter(CMQC.MQIA_BACKOUT_THRESHOLD, refusals.get().giveUpAfter().getAsInt());
      request.addParameter(CMQC.MQCA_BACKOUT_REQ_Q_NAME, refusals.get().deadLetters());
    }
    return send("create queue " + name, request, CMQCFC.MQRCCF_OBJECT_ALREADY_EXISTS).length > 0;
  }

  @Override
  public synchronized void deleteQueue(String name) throws JmsFailure {
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_DELETE_Q);
    request.addParameter(CMQC.MQCA_Q_NAME, name);
    request.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_LOCAL);
    request.addParameter(CMQCFC.MQIACF_PURGE, CMQCFC.MQPO_YES);
    send("delete queue " + name, request, CMQC.MQRC_UNKNOWN_OBJECT_NAME);
  }

  @Override
  public synchronized boolean clearQueue(String name) throws JmsFailure {
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_CLEAR_Q);
    request.addParameter(CMQC.MQCA_Q_NAME, name);
    return send("clear queue " + name, request, CMQC.MQRC_OBJECT_IN_USE).length > 0;
  }

  @Override
  public synchronized OptionalLong depth(String name) throws JmsFailure {
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_STATUS);
    request.addParameter(CMQC.MQCA_Q_NAME, name);
    request.addParameter(CMQCFC.MQIACF_Q_STATUS_TYPE, CMQCFC.MQIACF_Q_STATUS);
    request.addParameter(
        CMQCFC.MQIACF_Q_STATUS_ATTRS, new int[] {CMQC.MQCA_Q_NAME, CMQC.MQIA_CURRENT_Q_DEPTH});
    PCFMessage[] answers = send("inquire queue " + name, request, CMQC.MQRC_UNKNOWN_OBJECT_NAME);
    if (answers.length == 0) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(answers[0].getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH));
    } catch (PCFException e) {
      throw reasonCodes.explain("read the depth of " + name, e.getReason(), e);
    }
  }

  @Override
  public List<TelemetryReading> readTelemetry(
      List<String> queues, BiConsumer<String, JmsFailure> refused) throws JmsFailure {
    List<TelemetryReading> readings = new ArrayList<>();
    for (String queue : queues) {
      try {
        depth(queue)
            .ifPresent(
                depth ->
                    readings.add(
                        new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, queue, depth, 0)));
      } catch (JmsFailure e) {
        if (!isAnswer(e)) {
          throw e;
        }
        refused.accept(queue, e); // It serves other queues.
      }
    }
    return readings;
  }

  /** Whether the command server has answered, with a refusal. */
  static boolean isAnswer(JmsFailure failure) {
    Throwable cause = failure.getCause();
    Throwable origin = cause instanceof RefusedException ? cause.getCause() : cause;
    return origin instanceof PCFException;
  }

  /** The answers to a question. */
  synchronized PCFMessage[] inquire(String doing, PCFMessage request) throws JmsFailure {
    return send(doing, request, CMQC.MQRC_NONE);
  }

  /**
   * Once more on a new connection, if the one it had is broken: it idles for long.
   *
   * @param harmless the reason that means: nothing to do; the answer is empty then
   */
  private PCFMessage[] send(String doing, PCFMessage request, int harmless) throws JmsFailure {
    boolean connectedBefore = agent != null;
    try {
      return sendOnce(doing, request, harmless);
    } catch (JmsFailure e) {
      if (connectedBefore && e.kind() == JmsFailure.Kind.CONNECTION) {
        return sendOnce(doing, request, harmless);
      }
      throw e;
    }
  }

  private PCFMessage[] sendOnce(String doing, PCFMessage request, int harmless) throws JmsFailure {
    try {
      if (agent == null) {
        PCFMessageAgent connecting = new PCFMessageAgent();
        connecting.setModelQueueName(configuration.setup().replyModel()); // Used by connect.
        connecting.connect(base.open());
        connecting.setWaitInterval(WAIT_SECONDS);
        agent = connecting;
      }
      return agent.send(request);
    } catch (PCFException e) {
      if (e.getReason() == harmless) {
        return new PCFMessage[0];
      }
      throw reasonCodes.explain(doing, e.getReason(), e);
    } catch (MQDataException e) {
      close();
      throw reasonCodes.explain(doing, e.getReason(), e);
    } catch (MQException e) {
      close();
      throw reasonCodes.explain(doing, e.getReason(), e);
    } catch (IOException e) {
      close();
      throw new JmsFailure(doing + ": " + e, JmsFailure.Kind.CONNECTION, e);
    }
  }

  @Override
  public synchronized void close() {
    if (agent != null) {
      try {
        agent.disconnect();
      } catch (MQDataException e) {
        // It was broken already.
      }
      agent = null;
    }
    base.close();
  }
}
