package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import java.util.Hashtable;
import java.util.Map;

/** PCF commands on local queues, sent by IBM's client. */
final class PcfCommands implements AutoCloseable {
  private final MQQueueManager queueManager;
  private final PCFMessageAgent agent;

  @SuppressWarnings("JdkObsolete") // IBM's constructor requires a Hashtable.
  PcfCommands(QueueManagerAddress address) throws Exception {
    queueManager =
        new MQQueueManager(
            address.name(),
            new Hashtable<String, Object>(
                Map.of(
                    CMQC.HOST_NAME_PROPERTY, address.host(),
                    CMQC.PORT_PROPERTY, address.port(),
                    CMQC.CHANNEL_PROPERTY, address.channel(),
                    CMQC.USER_ID_PROPERTY, address.user(),
                    CMQC.PASSWORD_PROPERTY, address.password(),
                    CMQC.USE_MQCSP_AUTHENTICATION_PROPERTY, true)));
    agent = new PCFMessageAgent(queueManager);
  }

  private static PCFMessage command(int command, String queue) {
    PCFMessage message = new PCFMessage(command);
    message.addParameter(CMQC.MQCA_Q_NAME, queue);
    return message;
  }

  static PCFMessage creating(String queue, Map<Integer, Integer> attributes) {
    PCFMessage create = command(CMQCFC.MQCMD_CREATE_Q, queue);
    create.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_LOCAL);
    attributes.forEach(create::addParameter);
    return create;
  }

  static PCFMessage clearing(String queue) {
    return command(CMQCFC.MQCMD_CLEAR_Q, queue);
  }

  static PCFMessage deleting(String queue) {
    return command(CMQCFC.MQCMD_DELETE_Q, queue);
  }

  static PCFMessage inquiring(String queue) {
    return command(CMQCFC.MQCMD_INQUIRE_Q, queue);
  }

  static PCFMessage inquiringStatus(String queue) {
    return command(CMQCFC.MQCMD_INQUIRE_Q_STATUS, queue);
  }

  PCFMessage[] send(PCFMessage command) throws Exception {
    return agent.send(command);
  }

  /** The reason with which the queue manager refuses the command. */
  int refusalOf(PCFMessage command) {
    return catchThrowableOfType(PCFException.class, () -> agent.send(command)).getReason();
  }

  int depth(String queue) throws Exception {
    return send(inquiringStatus(queue))[0].getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH);
  }

  @Override
  public void close() throws Exception {
    agent.disconnect();
    queueManager.disconnect();
  }
}
