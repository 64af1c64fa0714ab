-- Drives the language server as a user does, and writes the results to the file $RESULT as one line of JSON.
local result = {}

local function till(what, holds)
  if not vim.wait(60000, holds, 20) then
    error('waited in vain for ' .. what .. '\n' .. vim.fn.execute('messages'))
  end
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.buf_get_clients)(vim.lsp.get_clients and { bufnr = 0 } or 0)
end

local function floating_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      vim.api.nvim_win_close(window, true)
      return table.concat(lines, '\n')
    end
  end
end

local function hover_until(wanted)
  local text
  till('a hover with ' .. wanted, function()
    vim.lsp.buf.hover()
    vim.wait(2000, function()
      text = floating_text()
      return text ~= nil
    end, 20)
    return text ~= nil and text:find(wanted, 1, true) ~= nil
  end)
  return text
end

local function complete_at(line, character)
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  params.position = { line = line, character = character }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 10000) or {}
  local words = {}
  for _, answer in pairs(answers) do
    for _, item in ipairs((answer.result or {}).items or answer.result or {}) do
      table.insert(words, item.label)
    end
  end
  return words
end

local function run()
  till('the client', function() return next(clients()) ~= nil end)
  local _, client = next(clients())
  till('the answer to initialize', function() return client.server_capabilities ~= nil end)
  vim.api.nvim_win_set_cursor(0, { 1, 12 })

  vim.lsp.buf.hover()
  till('the question', function() return vim.fn.execute('messages'):find('mcp%-resources%-ls allow') ~= nil end)
  floating_text()
  local word = vim.fn.execute('messages'):match('allow (demo@%x+)')
  result.allow = vim.fn.system({ 'mcp-resources-ls', 'allow', word })

  result.hover = hover_until('count 0')
  result.servers = complete_at(2, 1)
  till('the resources', function()
    result.resources = complete_at(0, 10)
    return #result.resources > 2
  end)
  till('the diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  result.diagnostics = vim.tbl_map(function(one) return { one.lnum, one.col, one.message } end, vim.diagnostic.get(0))

  vim.lsp.buf.references()
  till('the references', function() return #vim.fn.getqflist() > 0 end)
  result.references = vim.tbl_map(function(one)
    return { vim.fn.fnamemodify(vim.fn.bufname(one.bufnr), ':t'), one.lnum, one.col }
  end, vim.fn.getqflist())
  vim.cmd('cclose')

  local before = vim.api.nvim_buf_get_name(0)
  vim.lsp.buf.definition()
  till('the definition', function() return vim.api.nvim_buf_get_name(0) ~= before end)
  result.file = vim.api.nvim_buf_get_name(0)
  result.content = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local ok, problem = xpcall(run, debug.traceback)
if not ok then result.error = problem end
vim.fn.writefile({ vim.fn.json_encode(result) }, os.getenv('RESULT'))
vim.cmd('qall!')
